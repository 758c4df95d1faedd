/** For each rule on themes a theme on which it fires, and one on which it must not. */

const PIXEL = "<script>fbq('init','123456789012345')</script>";

export const THEMES: Record<string, { fires: Record<string, string>; nearMiss: Record<string, string> }> = {
  theme_unused_file: {
    fires: { 'layout/theme.liquid': '<html>', 'snippets/pixel.liquid': PIXEL },
    nearMiss: {
      'layout/theme.liquid': "{% render 'pixel' %}",
      'snippets/pixel.liquid': PIXEL,
      'snippets/b.liquid': '<b>',
    },
  },
  theme_checkout_layout: {
    fires: { 'layout/theme.liquid': '<html>', 'layout/checkout.liquid': '<html>' },
    nearMiss: { 'layout/theme.liquid': '<html>', 'snippets/checkout.liquid': '<html>' },
  },
};
