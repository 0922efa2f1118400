import { OverridesBanner } from '../overrides/overrides-banner.tsx';
import { SafeModeBanner } from '../safe-mode/safe-mode-banner.tsx';

/** What is out of the ordinary with this page, for as long as it is. */
export function PageBanners() {
  return (
    <>
      <SafeModeBanner />
      <OverridesBanner />
    </>
  );
}
