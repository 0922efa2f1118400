import type { ReactNode } from 'react';
import { TextLink } from '../button/link.tsx';
import { QueryFallback, type QueryState, Reserved } from '../feedback/placeholders.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { Badge } from '../values/badge.tsx';
import { DateTime } from '../values/values.tsx';
import classes from './entry-list.module.css';

export interface Entry {
  id: string;
  icon: NonNullable<IconProps['name']>;
  /** Accessible name of the icon. */
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

interface EntryListProps<Item> {
  caption: string;
  /** The list, newest first. */
  query: QueryState<{ items: readonly Item[] }>;
  entryOf: (item: Item) => Entry;
  /** Shown when the list is empty. */
  empty: string;
}

const maxEntries = 5;

/** The five latest entries of a history, for a plate. */
export function EntryList<Item>({ caption, query, entryOf, empty }: EntryListProps<Item>) {
  if (query.data === undefined) {
    const loading = (
      <Reserved isLoading>
        <Entries caption={caption} entries={loadingEntries} />
      </Reserved>
    );
    return <QueryFallback query={query} loading={loading} />;
  }
  const entries = query.data.items.slice(0, maxEntries).map(entryOf);
  return <Entries caption={caption} entries={entries} empty={empty} />;
}

const nothing = '\u00a0';

/** Samples of the entries while these are loading. */
const loadingEntries = Array.from(
  { length: maxEntries },
  (_, index): Entry => ({
    id: String(index),
    icon: 'inbox',
    iconLabel: '',
    title: nothing,
    href: '/',
    badge: <Badge>{nothing}</Badge>,
    time: '2000-01-01T00:00:00Z',
    figure: nothing,
  }),
);

interface EntriesProps {
  caption: string;
  entries: readonly Entry[];
  empty?: string;
}

function Entries({ caption, entries, empty }: EntriesProps) {
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
