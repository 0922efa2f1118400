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
