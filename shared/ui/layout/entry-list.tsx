import type { ReactNode } from 'react';
import { TextLink } from '../button/link.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { DateTime } from '../values/values.tsx';
import classes from './entry-list.module.css';

export interface Entry {
  id: string;
  icon: NonNullable<IconProps['name']>;
  /** What the icon means. */
  iconLabel: string;
  title: string;
  /** Page with the entry's details. */
  href: string;
  badge: ReactNode;
  /** RFC 3339. */
  time: string;
  /** At the end of the second line: a duration, a price. */
  figure: ReactNode;
}

export interface EntryListProps {
  caption: string;
  entries: readonly Entry[];
  /** Shown when there are no entries. */
  empty: string;
}

/** The latest entries of a history, two lines each, for a plate. */
export function EntryList({ caption, entries, empty }: EntryListProps) {
  return (
    <section className={classes.section}>
      <h3>{caption}</h3>
      {entries.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.entries}>
          {entries.map(({ id, icon, iconLabel, title, href, badge, time, figure }) => (
            <li key={id} className={classes.entry}>
              <Icon name={icon} label={iconLabel} />
              <TextLink href={href} className={classes.title}>
                {title}
              </TextLink>
              <span className={classes.badge}>{badge}</span>
              <span className={classes.time}>
                <DateTime value={time} />
              </span>
              <span className={classes.figure}>{figure}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
