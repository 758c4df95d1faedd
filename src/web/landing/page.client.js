// Answers the forms in place, and looks codes up while the visitor types. Without this script a form loads the page again, with the answer.
(() => {
  const delayMs = 250;
  const requests = new Map();
  let timer;

  async function ask(form, value) {
    const answer = document.getElementById(form.dataset.answer);
    const { name } = form.querySelector('input');
    requests.get(form)?.abort();
    const request = new AbortController();
    requests.set(form, request);
    const address = `/?${name}=${encodeURIComponent(value)}`;
    if (form.dataset.waiting) {
      const waiting = document.createElement('p');
      waiting.className = 'hint';
      waiting.textContent = form.dataset.waiting;
      answer.replaceChildren(waiting);
    }
    try {
      const response = await fetch(address, { signal: request.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      answer.replaceChildren(...page.getElementById(form.dataset.answer).childNodes);
      history.replaceState(null, '', address);
    } catch (error) {
      if (error.name !== 'AbortError') answer.textContent = 'The connection failed. Try again.';
    }
  }

  for (const form of document.querySelectorAll('form[data-answer]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      clearTimeout(timer);
      ask(form, form.querySelector('input').value.trim());
    });
  }
  const code = document.querySelector('#code');
  code.addEventListener('input', () => {
    clearTimeout(timer);
    const value = code.value.trim();
    // Only 4, 6, 8 or 10 digits are a complete code. Three letters begin a word. Several codes wait for the button.
    if (/^\d{4}(\.?\d\d){0,3}$|\p{L}{3}/u.test(value)) timer = setTimeout(ask, delayMs, code.form, value);
  });
})();
