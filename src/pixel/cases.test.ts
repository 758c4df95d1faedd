/** Each case as expected, and each expectation able to fail. */
import { describe, expect, test } from 'bun:test';
import { CASES, faultsOf, matching, PHRASES, type ReadCase, readCase } from '../../test/support/pixel-cases.ts';

/** Cases whose rules are still to come. */
const OPEN = new Set(
  'p01_same_base_code_twice.html p03_theme_and_app_pageview_only.html p04_theme_and_app_addtocart.html p06_theme_x_app_y_tracksingle.html p08_second_init_with_user_data.html p11_config_twice.html p13_theme_quiet_and_app.html p14_app_tag_without_label.html p15_gt_in_app_g_in_theme.html g01_gtag_alias.js p17_conversion_on_home.html p20_meta_token.html p24_klaviyo_private_stripe_public.html p33_optimized_all.html p34_optimized_none.html p36_unrestricted.html p37_unknown_state.html p38_next_s.html p40_amp.html c01_two_googtags_always.js c02_path_condition.js c04_unless_excludes.js c05_lookup_table.js c08_setup_tag.js c09_zone_child.js c11_ads_labels_differ.js c12_ads_same_label.js c13_template_pixel_ids.js c15_empty.js c16_consent_block.js p43_gtm_and_app.html c17_single_googtag.js x01_ga4_migrated.html p44_custom_and_app_ga4.html x03_ads_checkout.html x05_meta_top_level.html x06_pii.html x07_script_tag_pasted.html p46_one_cause.html'.split(
    ' ',
  ),
);

describe.each(CASES)('$file', (one) => {
  if (OPEN.has(one.file)) {
    test.todo('is reported as expected');
    return;
  }

  test('is reported as expected', () => {
    expect(faultsOf(one, readCase(one))).toEqual([]);
  });

  test.if(one.must.some(({ severity }) => severity !== undefined && severity !== 'any'))(
    'fails without the findings that it must have',
    () => {
      const read = readCase(one);
      for (const expected of one.must) {
        if (expected.severity === undefined || expected.severity === 'any') continue;
        const wanted = new Set(matching(expected, read));
        const findings = read.report.findings.filter((finding) => !wanted.has(finding));
        const without: ReadCase = { ...read, report: { ...read.report, findings } };
        expect(faultsOf(one, without).length).toBeGreaterThan(0);
      }
    },
  );
});

test('every phrase has a test of its meaning, and no test is for nothing', () => {
  const phrases = CASES.flatMap(({ must, must_not }) => [...must, ...must_not].flatMap(({ phrase }) => phrase || []));
  expect(Object.keys(PHRASES).sort()).toEqual([...new Set(phrases)].sort());
});
