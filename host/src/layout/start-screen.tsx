import { Loader } from '@portal/shared/ui/core';
import { Brand } from './brand.tsx';
import classes from './start-screen.module.css';

/** Stands while the first navigation is guarded; it looks like the frame that came with the HTML. */
export function StartScreen() {
  return (
    <div className={classes['screen']}>
      <div className={classes['bar']}>
        <Brand />
      </div>
      <div className={classes['body']}>
        <Loader />
      </div>
    </div>
  );
}
