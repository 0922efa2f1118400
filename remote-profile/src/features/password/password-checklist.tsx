import { passwordRulesOf } from '@portal/contract/password';
import { portalSettings } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Icon, Stack, VisuallyHidden } from '@portal/shared/ui';
import classes from './password-checklist.module.css';

/** The rules of a password, each marked once it is met. */
export function PasswordChecklist({ password }: { password: string }) {
  const { t } = useTranslation('profilePasswordSidebar');
  const passwordRules = passwordRulesOf(portalSettings().password_profile);
  const met = passwordRules.filter((rule) => rule.test(password));
  return (
    <Stack gap="1">
      <ul className={classes['list']} aria-label={t('rules')}>
        {passwordRules.map((rule) => {
          const isMet = met.includes(rule);
          return (
            <li key={rule.id} className={classes['rule']} data-met={isMet}>
              <Icon name={isMet ? 'success' : 'dot'} size="s" />
              {t(`rule.${rule.id}`)}
              <VisuallyHidden> {isMet ? t('ruleMet') : t('ruleOpen')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">
          {password !== '' && t('rulesMet', { met: met.length, total: passwordRules.length })}
        </span>
      </VisuallyHidden>
    </Stack>
  );
}
