// Fetches and compiles the engine and begins the worker that draws, while every other script is still on its way.
// Runs before the style sheet is there; knows nothing of what either does.
{
  const beside = (path) => new URL(path, document.currentScript.src);
  globalThis.engine = {
    module: WebAssembly.compileStreaming(fetch(beside('../engine/web.wasm'), { priority: 'low' })),
    drawing: new Worker(beside('drawer.js'), { type: 'module', name: 'drawing' }),
  };
  // What could not be had is asked for again by whoever needs it first, and the reason is said then.
  globalThis.engine.module.catch(() => {});
  globalThis.engine.drawing.onerror = () => (globalThis.engine.drawing = null);
}
