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
import { pageComposition } from '../composition/page-releases.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { OverrideForm } from '../overrides/override-form.tsx';
import { areOverridesAllowed } from '../overrides/override-permission.ts';
import { AboutFrame } from './about-frame.tsx';
import { Commit } from './commit.tsx';
import { ReferenceCard } from './reference-card.tsx';
import { supportText } from './support-text.ts';
import { useAreaColumns } from './use-area-columns.tsx';
import { useAreaRows } from './use-area-rows.ts';

/** What this page of the portal consists of, for support and operations; open to everybody. */
export function AboutPage() {
  const { t } = useTranslation('about');
  const { search } = useLocation();
  const rows = useAreaRows();
  const columns = useAreaColumns();
  const { number, created, host } = pageComposition();
  const reference = readReference(search);
  usePageTitle(t('title'));
  const text = () => supportText({ reference, rows });
  return (
    <AboutFrame>
      <Stack gap="6">
        <PageHeader
          above={<TextLink href="/welcome">{t('back')}</TextLink>}
          title={t('title')}
          description={t('description')}
          actions={
            reference === null && (
              <CopyButton text={text()} label={t('copy')} showLabel theme="outline" size="medium" />
            )
          }
        />
        {reference !== null && <ReferenceCard reference={reference} rows={rows} text={text()} />}
        <Card title={t('page.title')}>
          <DetailList
            layout="grid"
            items={[
              { term: t('page.composition'), description: number },
              { term: t('page.created'), description: <DateTime value={created} /> },
              { term: t('page.host'), description: host.version },
              { term: t('page.commit'), description: <Commit commit={host.commit} /> },
            ]}
          />
        </Card>
        <Card title={t('areas.title')} description={t('areas.description')} padding="none">
          <DataTable caption={t('areas.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </Card>
        {areOverridesAllowed() && <OverrideForm />}
      </Stack>
    </AboutFrame>
  );
}

/** The reference of an error, as the address names it: an area's failure, or a request that failed. */
function readReference(search: string): string | null {
  const reference = new URLSearchParams(search).get('reference')?.trim() ?? '';
  return /^(?:[A-Z0-9]{8}|req_[\w-]{12})$/.test(reference) ? reference : null;
}
