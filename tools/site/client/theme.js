// Runs before the page is drawn. The choice is that of the console, which keeps it under the same name.
(() => {
  const KEY = 'orrery.theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => localStorage.getItem(KEY) ?? 'system';
  const isDark = () => chosen() === 'dark' || (chosen() === 'system' && system.matches);
  const apply = () => {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    for (const source of document.querySelectorAll('picture source')) source.media = isDark() ? 'all' : 'not all';
    const button = document.querySelector('.theme-button');
    if (button !== null) button.textContent = isDark() ? 'Light' : 'Dark';
  };
  apply();
  system.addEventListener('change', apply);
  document.addEventListener('DOMContentLoaded', () => {
    apply();
    document.querySelector('.theme-button').addEventListener('click', () => {
      localStorage.setItem(KEY, isDark() ? 'light' : 'dark');
      apply();
    });
  });
})();
