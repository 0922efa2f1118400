import { usePageTitle } from '@portal/federation-browser/slots/area-titles.ts';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { Card, PageHeader, QueryFallback, Stack, TextLink } from '@portal/shared/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { MainContent } from '../layout/main-content.tsx';
import { type ApiDescription, documentPath } from './api-description.ts';
import classes from './developers.module.css';
import { Guide } from './guide.tsx';
import { OperationCard } from './operation-card.tsx';
import { useApiDescription } from './use-api-description.ts';
import { WebhooksSection } from './webhooks-section.tsx';

/** The reference of the account API, made of the server's OpenAPI document. It needs no session. */
export function DevelopersPage({ bar }: { bar: ReactNode }) {
  const { t } = useTranslation('developers');
  const language = useLanguage();
  const main = useRef<HTMLElement>(null);
  const query = useApiDescription();
  usePageTitle(t('title'));
  return (
    <div className={classes['frame']}>
      {bar}
      <MainContent ref={main} aria-label={t('title')} className={classes['main']}>
        <Stack gap="6">
          <PageHeader
            title={t('title')}
            description={language === 'en' ? t('description') : `${t('description')} ${t('english')}`}
            actions={
              <TextLink href={`/${documentPath}`} external>
                {t('document')}
              </TextLink>
            }
          />
          {query.data === undefined ? <QueryFallback query={query} /> : <Reference {...query.data} />}
        </Stack>
      </MainContent>
    </div>
  );
}

function Reference({ guide, server, operations, webhooks, webhooksGuide }: ApiDescription) {
  const { t } = useTranslation('developers');
  // The router has looked for the section of the address before it was there.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <Card>
        <Guide paragraphs={guide} />
      </Card>
      <Card title={t('contents')}>
        <ul lang="en" className={classes['contents']}>
          {operations.map(({ operationId, summary }) => (
            <li key={operationId}>
              <TextLink href={`#${operationId}`}>{summary}</TextLink>
            </li>
          ))}
          {webhooks.length > 0 && (
            <li>
              <TextLink href="#webhooks">{t('webhooks')}</TextLink>
            </li>
          )}
        </ul>
      </Card>
      {operations.map((operation) => (
        <OperationCard key={operation.operationId} server={server} operation={operation} />
      ))}
      {webhooks.length > 0 && <WebhooksSection guide={webhooksGuide} events={webhooks} />}
    </>
  );
}
