import { offer, requestOf } from '../decision.ts';

const worker = async () => (await navigator.serviceWorker.ready).active;
const replay = async () => (await worker())?.postMessage('replay');

void navigator.serviceWorker.register('/service-worker.js', { type: 'module' });
// Engines without Background Sync replay on load and on the online event.
void replay();
addEventListener('online', () => void replay());

offer({
  // A failed call is in the worker's queue by then.
  decide: (decision) => void fetch(requestOf(decision)).catch(() => undefined),
  async waiting() {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<string[]>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    (await worker())?.postMessage('waiting', [port2]);
    return answer;
  },
});
