import { serviceTypes } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import { useAddService } from '@portal/shared/session';
import { Button, FailureNotice, Inline, Stack, toast } from '@portal/shared/ui';

const icons = { voicing: 'phone', messaging: 'message' } as const;

/** Adds the first service, once the account has the currency that it will be kept in. */
export function AddService({ hasCurrency }: { hasCurrency: boolean }) {
  const { t } = useTranslation('profileQuickStart');
  const { add, adding, error } = useAddService((type) =>
    toast({ tone: 'success', text: t(`added.${type}`) }),
  );
  if (!hasCurrency) return null;
  return (
    <Stack gap="2">
      <Inline gap="2">
        {serviceTypes.map((type) => (
          <Button
            key={type}
            size="small"
            theme="outline"
            icon={icons[type]}
            loading={adding === type}
            disabled={adding !== undefined && adding !== type}
            onClick={() => add(type)}
          >
            {t(`add.${type}`)}
          </Button>
        ))}
      </Inline>
      <FailureNotice failure={error} />
    </Stack>
  );
}
