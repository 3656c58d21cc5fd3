import mantine from 'postcss-preset-mantine';

/** Given to Vite as a folder: Mantine's mixins and light-dark() for CSS modules. */
export default { plugins: [mantine()] };
