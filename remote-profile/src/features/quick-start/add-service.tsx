import { type ServiceType, serviceTypes } from '@portal/contract/services';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, Inline, NotificationBox, Stack, toast } from '@portal/shared/ui';
import { useAddService } from './use-add-service.ts';

const icons = { voicing: 'phone', messaging: 'message' } as const;

/** Adds the first service, once the account has the currency that it will be kept in. */
export function AddService({ hasCurrency }: { hasCurrency: boolean }) {
  const { t } = useTranslation('profileQuickStart');
  const { errorText } = useErrorText();
  const add = useAddService();
  if (!hasCurrency) return null;

  function handleAdd(type: ServiceType) {
    add.mutate(type, { onSuccess: () => toast({ tone: 'success', text: t(`added.${type}`) }) });
  }
  return (
    <Stack gap="2">
      <Inline gap="2">
        {serviceTypes.map((type) => (
          <Button
            key={type}
            size="small"
            theme="outline"
            icon={icons[type]}
            loading={add.isPending && add.variables === type}
            disabled={add.isPending && add.variables !== type}
            onClick={() => handleAdd(type)}
          >
            {t(`add.${type}`)}
          </Button>
        ))}
      </Inline>
      {add.isError && (
        <NotificationBox tone="error" live>
          {errorText(add.error)}
        </NotificationBox>
      )}
    </Stack>
  );
}
