/**
 * The look of a plain button: a small part of the modal's tokens, in one text because it loads with the host's page. The
 * inputs `--latchkey-accent` and `--latchkey-font` work here as in the modal, and so do the meaning tokens.
 */
export const SHEET = `
:host{display:inline-block;vertical-align:middle;max-inline-size:100%}
:host([hidden]){display:none}
button{--a:var(--latchkey-accent,#4757f5);--f:var(--a);--o:#fff;
position:relative;display:inline-flex;align-items:center;justify-content:center;gap:8px;box-sizing:border-box;max-inline-size:100%;margin:0;block-size:40px;padding:0 16px;border:1px solid transparent;border-radius:999px;
font:600 14px/1.4 var(--latchkey-font,system-ui,sans-serif);font-variant:tabular-nums no-contextual;white-space:nowrap;
background:var(--latchkey-accent-fill,var(--f)) border-box;color:var(--latchkey-on-accent,var(--o));cursor:pointer}
@supports (color:color(from red xyz-d65 x y z)){button{--d:clamp(0,(.4 - l)*999,1);--k:clamp(0,(.182 - y)*99999,1);
--f:oklch(from var(--a) calc(max(l,.54)*(1 - var(--d)) + .94*var(--d)) calc(c*(1 - .6*var(--d))) h);
--o:color(from var(--f) xyz-d65 calc(.0014 + .949*var(--k)) calc(.0015 + .9985*var(--k)) calc(.0018 + 1.087*var(--k)))}
button[data-theme=light]{--f:var(--a)}}
button::after{content:"";position:absolute;inset:-3px 0}
button:hover{filter:brightness(.92)}
button:active{transform:scale(.98)}
button:focus-visible{outline:2px solid var(--latchkey-focus,Highlight);outline-offset:2px}
button:disabled{opacity:.6;cursor:default;transform:none;filter:none}
.sm{block-size:32px;padding-inline:12px}
.sm::after{inset-block:-7px}
i{inline-size:14px;block-size:14px;border-radius:50%;border:2px solid;border-block-start-color:transparent;animation:t .8s linear infinite}
@keyframes t{to{rotate:1turn}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
`
