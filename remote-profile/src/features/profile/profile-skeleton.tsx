import { Card, Loader, Skeleton, Stack } from '@portal/shared/ui';

/** Stands for the page while the profile is on its way. */
export function ProfileSkeleton() {
  return (
    <Stack gap="6">
      <Loader />
      <Card>
        <Skeleton shape="text" lines={4} />
      </Card>
      <Card>
        <Skeleton shape="block" lines={3} />
      </Card>
    </Stack>
  );
}
