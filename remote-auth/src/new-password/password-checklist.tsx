import { passwordRulesOf } from '@portal/contract/password';
import { portalSettings } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Icon, VisuallyHidden } from '@portal/shared/ui/core';
import classes from './password-checklist.module.css';

/** The password's rules, each ticked off as it is met; announced politely. */
export function PasswordChecklist({ password }: { password: string }) {
  const { t } = useTranslation('authorizationRegister');
  const passwordRules = passwordRulesOf(portalSettings().password_profile);
  const met = passwordRules.filter((rule) => rule.test(password)).length;
  return (
    <div>
      <ul className={classes['list']} aria-label={t('passwordRules')}>
        {passwordRules.map((rule) => {
          const isMet = rule.test(password);
          return (
            <li key={rule.id} className={classes['rule']} data-met={isMet}>
              <Icon name={isMet ? 'success' : 'dot'} size="s" />
              {t(`rule.${rule.id}`)}
              <VisuallyHidden>{isMet ? t('ruleMet') : t('ruleOpen')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">
          {password === '' ? '' : t('rulesMet', { met, total: passwordRules.length })}
        </span>
      </VisuallyHidden>
    </div>
  );
}
