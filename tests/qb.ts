const { drainQueue } = await import('#tests/support/worker/long-queue.ts');
for (const length of [100, 400, 2000]) {
  const d = await drainQueue({ length, offers: 2000 });
  console.log(length, (d.ms / length).toFixed(1), 'ms each', (d.bytes / length / 1000).toFixed(1), 'KB each', (d.rows / length).toFixed(1), 'rows each', d.applied);
}
