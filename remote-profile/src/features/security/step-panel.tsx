import { type ReactNode, useEffect, useRef } from 'react';

interface StepPanelProps {
  label: string;
  /** What takes the focus: the first field, or the panel where there is something to read first. */
  focus: 'none' | 'field' | 'panel';
  children: ReactNode;
}

/** Takes another panel's place, and with it the focus that the other had. */
export function StepPanel({ label, focus, children }: StepPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const taker = useRef(focus);

  // In step with the keyboard: the button that had the focus is gone with the former panel.
  useEffect(() => {
    if (taker.current === 'none') return;
    const field = panel.current?.querySelector<HTMLInputElement>('input:not([hidden])');
    (taker.current === 'field' ? field : panel.current)?.focus();
  }, []);

  return (
    <div ref={panel} tabIndex={-1} role="group" aria-label={label}>
      {children}
    </div>
  );
}
