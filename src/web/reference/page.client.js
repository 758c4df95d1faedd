// Starts Swagger UI with the document that the page names, in light or dark as the reader's system prefers.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const applyColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', applyColours);
  applyColours();
  window.SwaggerUIBundle({
    url: document.querySelector('#reference').dataset.document,
    dom_id: '#reference',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // These two would contact other servers.
    validatorUrl: null,
    queryConfigEnabled: false,
  });
})();
