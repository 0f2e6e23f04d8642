// The mouse, pen and fingers over the map.
import { TOOLS, under } from "./tools.js";

export function pointer(app, pane) {
  const { canvas } = pane;
  const touches = new Map();
  const at = (event) => [event.offsetX, event.offsetY];
  const onBoard = (event) => app.camera.toBoard(...at(event));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    app.camera.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400)), ...at(event));
    app.redraw();
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    touches.set(event.pointerId, event);
    Object.assign(app, { cursor: null, cursorSide: null });
    if (touches.size > 1) return void (app.pressed = false);
    if (event.button || event.shiftKey) return void (app.dragging = [event.clientX, event.clientY]);
    app.pressed = true;
    TOOLS[app.tool].down?.(app, onBoard(event), event);
    app.redraw();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (touches.size === 2) return pinch(app, touches, event, canvas);
    if (app.dragging) return drag(app, event);
    app.hover = under(app, onBoard(event));
    if (app.pressed) for (const each of event.getCoalescedEvents?.() ?? [event]) TOOLS[app.tool].move?.(app, onBoard(each), each);
    app.tellWhere(app.board.hexAt(...onBoard(event)));
    app.redraw();
  });
  const up = (event) => {
    touches.delete(event.pointerId);
    app.dragging = null;
    if (app.pressed) TOOLS[app.tool].up?.(app, event);
    app.pressed = false;
    app.redraw();
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => { app.hover = null; app.redraw(); });
}

function drag(app, event) {
  app.camera.pan(event.clientX - app.dragging[0], event.clientY - app.dragging[1]);
  app.dragging = [event.clientX, event.clientY];
  app.redraw();
}

function pinch(app, touches, event, canvas) {
  const before = span(touches);
  touches.set(event.pointerId, event);
  const after = span(touches);
  const box = canvas.getBoundingClientRect();
  app.camera.pan(after.x - before.x, after.y - before.y);
  app.camera.zoom(after.wide / before.wide, after.x - box.x, after.y - box.y);
  app.redraw();
}

function span(touches) {
  const [a, b] = [...touches.values()];
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, wide: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1 };
}
