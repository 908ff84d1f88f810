// Every drawing on one page, to look at while drawing: `npm run dev`, then /gallery.html?show=boxes&theme=light&grey

import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import "../style/tokens.css";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset["theme"] = asked.get("theme") ?? "dark";
mount(Gallery, {
  target: document.getElementById("app")!,
  props: { show: asked.get("show") ?? "all", grey: asked.has("grey") },
});
