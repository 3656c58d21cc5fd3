import { describe, expect, test, vi } from 'vitest';
import { createEventStream } from '#server/services/feed/live/event-stream.ts';
import { readEvents } from '#tests/support/calls/live-events.ts';

function streamOf() {
  const onClosed = vi.fn();
  const stream = createEventStream(onClosed);
  return { stream, onClosed, reader: () => readEvents(new Response(stream.body)) };
}

describe('a stream', () => {
  test('sends each change once to a reader that keeps up', async () => {
    const { stream, reader } = streamOf();
    const events = reader();
    stream.hello(3);
    expect(await events.next()).toEqual({ type: 'hello', revision: 3 });
    stream.changed(4);
    stream.changed(4);
    expect(await events.next()).toEqual({ type: 'change', revision: 4 });
    stream.end(1_500.4);
    expect(await events.next()).toEqual({ type: 'bye', retryMs: 1_500 });
    expect(await events.next()).toBe('end');
  });

  test('sends the hello first if it opens before the first revision is known', async () => {
    const { stream, reader } = streamOf();
    stream.changed(5);
    stream.hello(4);
    const events = reader();
    expect(await events.next()).toEqual({ type: 'hello', revision: 4 });
    expect(await events.next()).toEqual({ type: 'change', revision: 5 });
  });

  test('sends only the newest revision to a slow reader, and buffers nothing', async () => {
    const { stream, reader } = streamOf();
    stream.hello(0);
    for (let revision = 1; revision <= 10_000; revision += 1) stream.changed(revision);
    stream.beat();
    const events = reader();
    const read: unknown[] = [];
    for (let event = await events.next(); ; event = await events.next()) {
      read.push(event);
      if (event !== 'end' && event.type === 'change' && event.revision === 10_000) break;
    }
    expect(read.length).toBeLessThan(8);
  });

  test('is closed after a few heartbeats if its reader has stopped reading', () => {
    const { stream, onClosed } = streamOf();
    stream.hello(0);
    for (let i = 0; i < 5; i += 1) stream.beat();
    expect(onClosed).not.toHaveBeenCalled();
    for (let i = 0; i < 5; i += 1) stream.beat();
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  test('notices once that its reader left, and later writes don’t throw', async () => {
    const { stream, onClosed, reader } = streamOf();
    const events = reader();
    stream.hello(0);
    await events.next();
    await events.close();
    stream.changed(1);
    stream.beat();
    stream.end(0);
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  test('sends a heartbeat when nothing happens', async () => {
    const { stream, reader } = streamOf();
    const events = reader();
    stream.hello(0);
    stream.beat();
    stream.beat();
    stream.changed(1);
    await events.next();
    await events.next();
    expect(events.beats()).toBe(2);
  });
});
