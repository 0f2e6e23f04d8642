// The list of questions shows the one that is asked.
document.querySelector(".listed [aria-current]")?.scrollIntoView({ block: "nearest" });
scrollTo(0, 0);
