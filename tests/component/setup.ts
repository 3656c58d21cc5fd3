import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let complaints: MockInstance;

// What React complains about is a fault of the component, not noise.
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});
