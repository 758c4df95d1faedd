// Lets the reader order the table of stores. Without this script it has the worst store first, and everything can be read.
(() => {
  const table = document.querySelector('#stores');
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];

  function sort(header, column) {
    const isAscending = header.ariaSort ? header.ariaSort === 'descending' : 'first' in header.dataset;
    const sign = isAscending ? 1 : -1;
    const sortValue = (row) => row.cells[column].dataset.value;
    const compare = (a, b) => (header.dataset.words === undefined ? Number(a) - Number(b) : a.localeCompare(b));
    const rows = [...body.rows].sort((a, b) => sign * compare(sortValue(a), sortValue(b)));
    body.append(...rows);
    for (const other of headers) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', isAscending ? 'ascending' : 'descending');
  }

  headers.forEach((header, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    button.addEventListener('click', () => sort(header, column));
    header.append(button);
  });
})();
