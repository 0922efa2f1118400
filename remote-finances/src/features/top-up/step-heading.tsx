import { type ReactNode, useEffect, useRef } from 'react';
import classes from './top-up.module.css';

/** The title of a step. It takes the focus, which the pressed button of the step before has taken along. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </h3>
  );
}
