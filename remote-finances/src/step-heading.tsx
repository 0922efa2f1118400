import { type ReactNode, useEffect, useRef } from 'react';

/** The title of a step. It takes the focus from the pressed button of the step before, which is gone. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
