/// <reference lib="webworker" />
import { keepShell } from '../shell.ts';

declare const self: ServiceWorkerGlobalScope;

keepShell();
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
