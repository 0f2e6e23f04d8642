"""The desk: a page on the player's own machine where he drops a turn and reads the verdict.

server.py     the sockets, the link that is opened, the browser        app.py      which address is answered by what
security.py   who may come in, and what may be asked of whom           headers.py  what every answer forbids the browser
desk.py       the shelf, the queue and the doors together              pages/      one module for each page
shelf.py      the games' folders that the desk remembers               cards.py    what is kept of a game's audits
uploads.py    files that are dropped, put into the game's folder       places.py   what they may be called, and where they go
jobs.py       what is to be done, one thing after another              worker.py   the process that does it
tasks.py      what the worker can do                                   rendering.py  templates and their languages
"""
