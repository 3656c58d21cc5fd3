import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Page } from '#contract/wire/page.ts';

/** Renders the first page of the list, each row with a button, as soon as the worker has responded. */
function List() {
  const [page, setPage] = useState<Page<Campaign> | null>(null);
  useEffect(() => {
    void fetch('/campaigns')
      .then((answer) => answer.json())
      .then(setPage);
  }, []);
  if (page === null) return null;
  return (
    <ul>
      {page.data.map(({ id, name, startAt, tags }, index) => (
        <li aria-posinset={index + 1} aria-setsize={page.pagination.total} key={id}>
          <button type="button">{name}</button> {startAt} {tags.map((tag) => tag.name).join(', ')}
        </li>
      ))}
    </ul>
  );
}

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');
const root = createRoot(container);
if (navigator.serviceWorker.controller) root.render(<List />);
else {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  void navigator.serviceWorker.register('/worker.js');
}
