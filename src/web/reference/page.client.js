// Starts Swagger UI on the document that the page names, in the colours the reader's system asks for.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', paint);
  paint();
  window.SwaggerUIBundle({
    url: document.querySelector('#reference').dataset.document,
    dom_id: '#reference',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // Both would ask other servers.
    validatorUrl: null,
    queryConfigEnabled: false,
  });
})();
