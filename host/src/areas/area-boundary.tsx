import { Component, type ReactNode } from 'react';

interface AreaBoundaryProps {
  /** Is told before the fallback is drawn. */
  onFailure: (error: unknown) => void;
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches what an area throws, at load or at render. A new key gives it another chance. */
export class AreaBoundary extends Component<AreaBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
