import { messageOf } from '#api/error.ts';
import { Failure } from '#ui/States.tsx';

/** In place of the whole app: it can only be loaded again. */
export function AppFailure({ error }: { error: unknown }) {
  return (
    <main>
      <Failure detail={messageOf(error)} onRetry={() => window.location.reload()} title="Something went wrong" />
    </main>
  );
}
