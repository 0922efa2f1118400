import type { Profile } from '@portal/contract/profile';
import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, DetailList, Inline, TextLink } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { useSidebarHref } from '../../use-sidebar-href.ts';
import classes from './credentials-card.module.css';

/** What an integration logs in with. The token comes masked from the server, so there is nothing to reveal here. */
export function CredentialsCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const hrefOf = useSidebarHref();
  const { account_sid: sid, account_token: token } = profile;
  if (sid === null && token === null) return null;
  const support = hrefOf(sidebars.support, { category: 'account', subject: t('api.supportSubject') });
  return (
    <Card
      title={t('api.title')}
      description={t('api.description')}
      icon="key"
      footer={
        <>
          {t('api.tokenHint')} <TextLink href={support}>{t('contactSupport')}</TextLink>
        </>
      }
    >
      <DetailList
        items={[
          sid !== null && {
            id: 'sid',
            term: t('api.sid'),
            description: (
              <Inline gap="2">
                <code className={classes['code']}>{sid}</code>
                <CopyButton text={sid} label={t('api.copySid')} />
              </Inline>
            ),
          },
          token !== null && {
            id: 'token',
            term: t('api.token'),
            description: <code className={classes['code']}>{token}</code>,
          },
        ]}
      />
    </Card>
  );
}
