import init, { version } from '../engine/web.js';
await init({ module_or_path: new URL('../engine/web_bg.wasm', import.meta.url) });
document.body.textContent = version();
