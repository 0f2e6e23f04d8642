"""What an answer forbids the browser: to load anything from elsewhere, to run what is not ours, to guess what a file is."""

from __future__ import annotations

PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
REPORT = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "connect-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts "
    "allow-downloads"
)
"""A report holds scripts of its own and what strangers wrote: it runs in a sandbox without our origin or session."""

HEADERS = {
    "Content-Security-Policy": PAGE,
    "X-Content-Type-Options": "nosniff",
    # with "no-referrer" a browser would not say of our own forms that they are ours
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
