import { useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import {
  Card,
  CopyButton,
  DataTable,
  DateTime,
  DetailList,
  PageHeader,
  Stack,
  TextLink,
} from '@portal/shared/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { pageComposition } from '../composition/page-releases.ts';
import { areOverridesAllowed, federationSettings } from '../federation-settings.ts';
import { OverrideForm } from '../overrides/override-form.tsx';
import { usePageTitle } from '../slots/area-titles.ts';
import classes from './about.module.css';
import {
  type AreaRow,
  Commit,
  SourceBadge,
  supportText,
  useAreaColumns,
  useAreaRows,
} from './area-table.tsx';
import { WithdrawnCard } from './withdrawn-card.tsx';

interface AboutPageProps {
  /** The portal's bar above the page. */
  bar: ReactNode;
  /** Where the link back to the portal leads: `/welcome`. */
  homePath: string;
}

/** Shows the releases of this page to support and operations. It needs no session. */
export function AboutPage({ bar, homePath }: AboutPageProps) {
  const { t } = useTranslation('about');
  const { search } = useLocation();
  const rows = useAreaRows();
  const columns = useAreaColumns();
  const { number, created, host } = pageComposition();
  const reference = readReference(search);
  usePageTitle(t('title'));
  const text = supportText(reference, rows);
  const copy = <CopyButton text={text} label={t('copy')} showLabel theme="outline" size="medium" />;
  return (
    <AboutFrame bar={bar}>
      <Stack gap="6">
        <PageHeader
          above={<TextLink href={homePath}>{t('back')}</TextLink>}
          title={t('title')}
          description={t('description')}
          actions={reference === null && copy}
        />
        {reference !== null && <ReferenceCard reference={reference} rows={rows} copy={copy} />}
        <Card title={t('page.title')}>
          <DetailList
            layout="grid"
            items={[
              { term: t('page.composition'), description: number },
              { term: t('page.created'), description: <DateTime value={created} /> },
              { term: t('page.host'), description: <HostVersion /> },
              { term: t('page.commit'), description: <Commit commit={host.commit} /> },
            ]}
          />
        </Card>
        <Card title={t('areas.title')} description={t('areas.description')} padding="none">
          <DataTable caption={t('areas.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </Card>
        <WithdrawnCard />
        {areOverridesAllowed() && <OverrideForm />}
      </Stack>
    </AboutFrame>
  );
}

/** The version of the host, and why the page uses it when it is not the active one. */
function HostVersion() {
  const { version } = pageComposition().host;
  const source = federationSettings().visit.host;
  if (source === undefined) return version;
  return (
    <>
      {version} <SourceBadge source={source} />
    </>
  );
}

/** The reference in the address, of an area's failure or of a failed request; null when there is none. */
function readReference(search: string): string | null {
  const reference = new URLSearchParams(search).get('reference')?.trim() ?? '';
  return /^(?:[A-Z0-9]{8}|req_[\w-]{12})$/.test(reference) ? reference : null;
}

interface ReferenceCardProps {
  reference: string;
  rows: readonly AreaRow[];
  copy: ReactNode;
}

/** The reference of an error message, with instructions. */
function ReferenceCard({ reference, rows, copy }: ReferenceCardProps) {
  const { t } = useTranslation('about');
  const area = rows.find((row) => row.reference === reference);
  return (
    <Card title={t('reference.title')}>
      <Stack gap="3">
        <code className={classes['reference']}>{reference}</code>
        {area !== undefined && <p>{t('reference.area', { title: area.title })}</p>}
        <p>{t('reference.text')}</p>
        <div>{copy}</div>
      </Stack>
    </Card>
  );
}

function AboutFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('about');
  const main = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // Loading a document focuses the page; a navigation inside the portal must do the same.
  const isFirstPage = useRef(key === 'default');
  useEffect(() => {
    if (!isFirstPage.current) main.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'robots', content: 'noindex' });
    document.head.append(meta);
    return () => meta.remove();
  }, []);
  return (
    <div className={classes['frame']}>
      {bar}
      <main ref={main} tabIndex={-1} aria-label={t('title')} className={classes['main']}>
        {children}
      </main>
    </div>
  );
}
