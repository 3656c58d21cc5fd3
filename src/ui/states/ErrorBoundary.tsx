import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Rendered in place of the broken part. */
  fallback: (error: unknown) => ReactNode;
  onError?: (error: unknown) => void;
}

/** Catches rendering errors below it. React has no hook for this, so it's a class. */
export class ErrorBoundary extends Component<Props, { error: unknown; broken: boolean }> {
  override state: { error: unknown; broken: boolean } = { error: undefined, broken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, broken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    return this.state.broken ? this.props.fallback(this.state.error) : this.props.children;
  }
}
