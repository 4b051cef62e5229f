//! Roles by their ARIA names, and what ARIA says about them.

use accesskit::Role;

/// The roles components use, and the word for each. The first of a role is its name; the others find it too.
const NAMES: &[(Role, &str)] = &[
    (Role::Alert, "alert"),
    (Role::AlertDialog, "alertdialog"),
    (Role::Application, "application"),
    (Role::Article, "article"),
    (Role::Banner, "banner"),
    (Role::Button, "button"),
    (Role::DefaultButton, "button"),
    (Role::Cell, "cell"),
    (Role::CheckBox, "checkbox"),
    (Role::ColumnHeader, "columnheader"),
    (Role::ComboBox, "combobox"),
    (Role::EditableComboBox, "combobox"),
    (Role::Complementary, "complementary"),
    (Role::ContentInfo, "contentinfo"),
    (Role::Dialog, "dialog"),
    (Role::Document, "document"),
    (Role::Feed, "feed"),
    (Role::Figure, "figure"),
    (Role::Form, "form"),
    (Role::Grid, "grid"),
    (Role::GridCell, "gridcell"),
    (Role::Group, "group"),
    (Role::Heading, "heading"),
    (Role::Image, "image"),
    (Role::Link, "link"),
    (Role::List, "list"),
    (Role::ListBox, "listbox"),
    (Role::ListBoxOption, "option"),
    (Role::MenuListOption, "option"),
    (Role::ListItem, "listitem"),
    (Role::Log, "log"),
    (Role::Main, "main"),
    (Role::Menu, "menu"),
    (Role::MenuBar, "menubar"),
    (Role::MenuItem, "menuitem"),
    (Role::MenuItemCheckBox, "menuitemcheckbox"),
    (Role::MenuItemRadio, "menuitemradio"),
    (Role::Meter, "meter"),
    (Role::Navigation, "navigation"),
    (Role::Note, "note"),
    (Role::Paragraph, "paragraph"),
    (Role::ProgressIndicator, "progressbar"),
    (Role::RadioButton, "radio"),
    (Role::RadioGroup, "radiogroup"),
    (Role::Region, "region"),
    (Role::Row, "row"),
    (Role::RowGroup, "rowgroup"),
    (Role::RowHeader, "rowheader"),
    (Role::ScrollBar, "scrollbar"),
    (Role::Search, "search"),
    (Role::SearchInput, "searchbox"),
    (Role::Slider, "slider"),
    (Role::SpinButton, "spinbutton"),
    (Role::Splitter, "separator"),
    (Role::Status, "status"),
    (Role::Switch, "switch"),
    (Role::Tab, "tab"),
    (Role::TabList, "tablist"),
    (Role::TabPanel, "tabpanel"),
    (Role::Table, "table"),
    (Role::TextInput, "textbox"),
    (Role::MultilineTextInput, "textbox"),
    (Role::PasswordInput, "textbox"),
    (Role::EmailInput, "textbox"),
    (Role::UrlInput, "textbox"),
    (Role::PhoneNumberInput, "textbox"),
    (Role::NumberInput, "spinbutton"),
    (Role::Label, "text"),
    (Role::TextRun, "text"),
    (Role::Timer, "timer"),
    (Role::Toolbar, "toolbar"),
    (Role::Tooltip, "tooltip"),
    (Role::Tree, "tree"),
    (Role::TreeGrid, "treegrid"),
    (Role::TreeItem, "treeitem"),
];

/// The word for a role, as ARIA writes it; `text` for a text without one, `group` for a role ARIA has no word for.
pub fn aria_role(role: Option<Role>) -> &'static str {
    match role {
        None => "text",
        Some(role) => NAMES.iter().find(|(known, _)| *known == role).map_or("group", |(_, name)| name),
    }
}

/// Whether a word is one [`aria_role`] gives.
pub fn role_named(name: &str) -> bool {
    name == "group" || NAMES.iter().any(|(_, known)| *known == name)
}

/// Whether the texts inside are what it is called.
pub(super) fn is_named_by_content(role: Role, is_control: bool) -> bool {
    hides_children(role)
        || matches!(
            role,
            Role::Heading
                | Role::Link
                | Role::Cell
                | Role::GridCell
                | Role::ColumnHeader
                | Role::RowHeader
                | Role::TreeItem
                | Role::Tooltip
                | Role::Label
                | Role::Paragraph
        )
        || (is_control && matches!(role, Role::ListItem | Role::Row))
}

/// Whether what is inside is only how it looks.
pub(super) fn hides_children(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::DefaultButton
            | Role::CheckBox
            | Role::Switch
            | Role::RadioButton
            | Role::ListBoxOption
            | Role::MenuListOption
            | Role::Tab
            | Role::Slider
            | Role::Image
            | Role::Meter
            | Role::ProgressIndicator
            | Role::ScrollBar
            | Role::Splitter
            | Role::MenuItem
            | Role::MenuItemCheckBox
            | Role::MenuItemRadio
    )
}

/// Whether its place among its like is announced.
pub(super) fn counts_in_set(role: Role) -> bool {
    matches!(
        role,
        Role::ListItem
            | Role::ListBoxOption
            | Role::MenuListOption
            | Role::Tab
            | Role::TreeItem
            | Role::RadioButton
            | Role::MenuItem
            | Role::MenuItemCheckBox
            | Role::MenuItemRadio
    )
}
