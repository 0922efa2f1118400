import { Loader } from '@portal/shared/ui/core';
import { config, markAddress } from '../document/portal-document.ts';
import classes from './brand.module.css';

/** The provider's mark and name. */
export function Brand() {
  return (
    <span className={classes['brand']}>
      <img src={markAddress()} alt="" width={28} height={28} />
      <span className={classes['name']}>{config.brand}</span>
    </span>
  );
}

/** Shown while the session is checked for the first navigation; looks like the frame in the HTML. */
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
