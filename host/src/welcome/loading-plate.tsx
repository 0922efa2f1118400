import { Card, Skeleton } from '@portal/shared/ui';

/** Stands in for plates that are loading. */
export function LoadingPlate() {
  return (
    <Card>
      <Skeleton lines={4} />
    </Card>
  );
}
