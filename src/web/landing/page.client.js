// Looks codes up while the visitor types. Without this script the form loads the page again, with the answer in it.
(() => {
  const form = document.querySelector('form');
  const input = document.querySelector('#code');
  const answer = document.querySelector('#answer');
  const delayMs = 250;
  let request;
  let timer;

  async function lookUp(code) {
    request?.abort();
    request = new AbortController();
    const address = `/?code=${encodeURIComponent(code)}`;
    try {
      const response = await fetch(address, { signal: request.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      answer.replaceChildren(...page.querySelector('#answer').childNodes);
      history.replaceState(null, '', address);
    } catch (error) {
      if (error.name !== 'AbortError') answer.textContent = 'The connection failed. Try again.';
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    lookUp(input.value.trim());
  });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    const code = input.value.trim();
    // Only 4, 6, 8 or 10 digits are a complete code. Three letters begin a word.
    if (/^\d{4}(\.?\d\d){0,3}$|\p{L}{3}/u.test(code)) timer = setTimeout(lookUp, delayMs, code);
  });
})();
