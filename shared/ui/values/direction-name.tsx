import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './direction-name.module.css';

export interface DirectionNameProps {
  icon: IconProps['name'];
  /** The direction in the customer's language. */
  name: string;
}

/** Which way a call or a message went, by icon and word; a table shows the icon alone and the word is spoken. */
export function DirectionName({ icon, name }: DirectionNameProps) {
  return (
    <span className={classes.direction}>
      <Icon name={icon} />
      <span className={classes.word}>{name}</span>
    </span>
  );
}
