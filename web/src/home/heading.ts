// Past what stands before it, for eyes and for those who hear the page.

export function toHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus();
  heading?.scrollIntoView();
}
