// Runs before the first paint, so that a chosen theme never flashes. Knows only where the settings are kept.
try {
  const settings = JSON.parse(localStorage.getItem('rhizome.settings') ?? '{}');
  if (settings.theme === 'dark' || settings.theme === 'light') document.documentElement.dataset.theme = settings.theme;
  if (settings.motion === 'less') document.documentElement.dataset.motion = 'less';
} catch {
  // Without storage the system's own preference decides.
}
